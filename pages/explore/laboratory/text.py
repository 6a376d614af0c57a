"""The standing texts of the Laboratory."""

QUESTION = "Does leakage behave as the paper says, and which algorithm computes it fastest?"

TRENDS = (
    "This makes random records about a random person and measures their leakage. It **rises** with the facts that "
    "are copied and with how sure Eve is, and **falls** with wrong copies. 0 % means that nothing is known; 100 % "
    "means that everything is known and nothing is wrong."
)

GENERATOR = (
    "A person e has n facts. Each record copies each fact with probability $p_c$, and each copy is wrong with "
    "probability $p_p$. For each fact, a made-up one is added with probability $p_b$. Eve's confidences are drawn "
    "uniformly from 0 to m.\n\n"
    "Whang & Garcia-Molina 2012, Section 6. The sliders begin at the basic values of their Table 4. All points of a "
    "curve use the same random draws, so only the parameter makes a difference."
)

RACE = (
    "Every algorithm measures the same record, with one fact at first and then more and more. The number of "
    "possible worlds doubles with each fact, so that algorithm drops out first. Algorithm 1 grows steeply, and the "
    "exact integral keeps pace with the Taylor approximation, which is not exact.\n\n"
    "Lower is faster. A slope of 1 means that twice as many facts take twice as long."
)

RACE_HELP = (
    "Measured on this computer just now, so two runs differ a little. Each point is the median of up to five runs. An "
    "algorithm stops at the first run above the budget.\n\n"
    "Slopes are fitted to the last points only (n within a factor of eight), because with few facts the call itself "
    "takes most of the time."
)

TABLE_5 = (
    "How far is the paper's Taylor approximation from the exact leakage? A few millionths with constant weights, "
    "as printed; about a hundredth of a per cent with ten facts of random weights. The integral agrees with the "
    "paper's own exact algorithms to about 15 digits, for any weights. Smaller errors are better."
)

TABLE_5_LIMITS = (
    "**The errors can be reproduced, the levels cannot**: the paper's random draws were not published. Its figures are "
    "the highest leakage of 10,000 records. The mean would be the same 10 % for n = 100 and n = 200.\n\n"
    "Each draw has a different highest record, so a range is shown. For n = 200 and for m = 1 the printed levels are "
    "below the highest record of each of our hundred draws. The paper does not say why.\n\n"
    "The greatest printed error, 0.006 % in the last row, comes from one draw. In our hundred draws it was at most "
    "0.04 %, and below 0.006 % in thirty of them."
)

ONE_RECORD = (
    "Set how sure Eve is of each value. Her confidence is the probability that the value really belongs to the record. "
    "Each combination of values is a possible world, and leakage is the mean of their F1. The red line is where the "
    "grey bars balance. Higher means that she knows more."
)
