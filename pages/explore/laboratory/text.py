"""The standing texts of the Laboratory."""

QUESTION = (
    "Does the measure behave as the paper says, which algorithm computes it fastest, and where do the papers slip?"
)

TRENDS = (
    "Random records are made about a random person, and measured. What to see: leakage **rises** with what is copied "
    "and with how sure Eve is, and **falls** with what is copied wrongly. 0 % is nothing known, 100 % "
    "everything known and nothing wrong."
)

GENERATOR = (
    "A person e has n facts. Each record copies each of them with probability $p_c$; each copy goes wrong with "
    "probability $p_p$; for each fact a bogus one is added with probability $p_b$; Eve's confidences are drawn "
    "evenly from 0 to m.\n\n"
    "Whang & Garcia-Molina 2012, Section 6; the sliders begin at the basic values of their Table 4. All points of a "
    "curve share the same random draws, so what moves between them is due to the parameter alone."
)

RACE = (
    "Every algorithm measures the same record, first of one fact, then of more and more. What to see: possible "
    "worlds double with each fact and drop out first, Algorithm 1 grows steeply, and the exact integral keeps pace "
    "with the Taylor approximation, which is not exact.\n\n"
    "Lower is faster; a slope of 1 means twice the facts take twice the time."
)

RACE_HELP = (
    "Measured on this machine just now, so two runs differ a little. The median of up to five runs counts; an "
    "algorithm leaves at the first run above the budget.\n\n"
    "Slopes are fitted to the last points only (n within a factor of eight), for with few facts it is the call that "
    "takes the time."
)

TABLE_5 = (
    "How far is the paper's Taylor approximation from the exact leakage? What to see: with constant weights a few "
    "millionths, as printed; with ten facts of random weights about a hundredth of a percent. The integral agrees with "
    "the paper's own exact algorithms to about 15 digits, for any weights. Smaller errors are better."
)

TABLE_5_LIMITS = (
    "**The errors can be reproduced, the levels cannot**: the paper's random draws were not published. Its figures "
    "are the leakage of the most telling of 10,000 records, not the mean, which would be the same 10 % for n = 100 "
    "and n = 200.\n\n"
    "Another draw has another most telling record, which is why a range is shown. For n = 200 and for m = 1 the "
    "printed levels lie below the most telling record of each of a hundred draws of ours; nothing printed says why.\n\n"
    "The greatest printed error, 0.006 % in the last row, is that of one draw: in a hundred draws of ours it was at "
    "most 0.04 %, and in thirty of them below 0.006 %."
)

ONE_RECORD = (
    "Set how sure Eve is of each value. Her confidence is the probability that the record really holds it; what it "
    "may hold are its possible worlds, and leakage is the mean of their F1. What to see: the red line stands where "
    "the grey bars balance. Higher means that she knows more."
)

PAPERS = (
    "The five papers print figures. Those that can be derived are derived here, by the functions that the other pages "
    "use. What to see: most are the **same**; a **slip** says what should stand there, and why. Not derived are "
    "figures from data or draws that the papers do not print."
)
