"""Predict together: a class guesses on its own devices, and sees its guesses beside the truth."""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.kit import class_board
from pages.learn.together import following, leading, text

page.open_page(catalogue.PREDICT_TOGETHER, text.QUESTION)

if not class_board.meets():
    st.markdown(text.ALONE)
elif class_board.leads():
    leading.show_leading()
else:
    following.show_following()
