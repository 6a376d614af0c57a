"""The door: starts the dashboard. Run with ``streamlit run app.py``."""

import streamlit as st

app = st.App("pages/navigation.py")
