"""What the page where a class predicts says."""

QUESTION = "What does the class expect, and what is true?"
ALONE = (
    "This page is for a class. Start the program with `streamlit run app.py --server.address ADDRESS -- --classroom`: "
    "the terminal prints one link for the class and one for you. Students answer on their own devices. You see how "
    "many have answered, and then show their guesses beside the truth."
)
NO_NAMES = (
    "There are no names and no accounts. Guesses stay in memory until you open another lesson or stop the program."
)
JOIN = "Students open this link. Latecomers use it too."
WAITING = "Nothing is open yet. The first question will appear here when your teacher opens a lesson."
ANSWERED = "You can change your answer until the vote ends."
LATE = "The answer has been shown. This step is closed."
ONLY_TELLS = "No question on this step. Look to the front."
TALK = "Talk with your neighbours. Why did you choose your answer? Then you vote again."
AGAIN = "Second vote: keep your answer, or change it."
KEPT = "You have not voted again yet."
NOBODY = "Nobody guessed."
TIME = "Time to vote again."
ROUTE = "Five minutes a question: vote, talk with a neighbour for two minutes, vote again, see the truth."
DROP = "Leaving this lesson deletes its guesses."
