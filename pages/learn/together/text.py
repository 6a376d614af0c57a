"""What the page where a class predicts says."""

QUESTION = "What does the class expect, and what is true?"
ALONE = (
    "This page is for a class. Start the program with `streamlit run app.py --server.address ADDRESS -- --classroom`: "
    "the terminal prints one link for the class and one for you. Students answer on their own devices. You see how "
    "many have, and then show the guesses beside the truth."
)
NO_NAMES = "No names and no accounts: a guess is held in memory until the next lesson is opened or the server ends."
WAITING = "Nothing is open yet. As soon as whoever leads opens a lesson, its question appears here by itself."
ANSWERED = "Your guess counts. You may change it until the answer is shown."
LATE = "The answer is out: this step takes no more guesses."
ONLY_TELLS = "This step asks nothing. Look to the front."
LESSON = "Lesson"
