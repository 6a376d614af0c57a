"""Starts the dashboard behind its door. Run with ``streamlit run app.py``."""

import streamlit as st

from pages.door.entrance import open_door

door = open_door()
app = st.App("pages/navigation.py", middleware=door.middleware, lifespan=door.lifespan)
