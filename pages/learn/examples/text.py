"""The standing texts of the page with the papers' examples."""

QUESTION = "What do the papers work out by hand, and what does this program get?"

EXAMPLES = (
    "Every worked example of Whang & Garcia-Molina's two papers, with their letters and values. Each opens on the page "
    "that answers its question, with the paper's figure at the top."
)
