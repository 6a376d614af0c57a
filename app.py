"""The door: starts the dashboard. Run with ``streamlit run app.py``."""

import streamlit as st
from starlette.middleware import Middleware

from pages.door.ahead import Ahead

app = st.App("pages/navigation.py", middleware=[Middleware(Ahead)])
