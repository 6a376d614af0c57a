"""The standing texts of the page with the papers' examples."""

QUESTION = "What do the papers compute by hand, and what does it come to here?"

EXAMPLES = (
    "Every worked example of Whang & Garcia-Molina's two papers, with their letters and values. It opens on the page "
    "that answers its question; the paper's figure stands at the top of every page."
)
