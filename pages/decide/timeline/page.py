"""Timeline: how it came to this."""

import datetime
from dataclasses import replace

import streamlit as st

from pages import catalogue
from pages.decide.timeline import jumps, text
from pages.decide.timeline.chart import steps_chart
from pages.kit.charts.chart import show
from pages.shell import frame

workspace = frame.open_page(catalogue.TIMELINE, text.QUESTION)

frame.need_releases(workspace)

today = datetime.date.today()
came = jumps.came_about.offer(workspace, today)
if came is not None:
    jumps.headline(workspace, came)
    picture = st.container()
    came = replace(came, future=jumps.with_planned_releases(workspace))
    plan = jumps.with_the_plan(workspace)
    with picture:
        show(steps_chart(workspace, came, today, plan), "timeline")
        st.caption(text.REPLAYED)
        if came.future:
            st.caption(text.PLANNED)
        if came.future or plan:
            st.caption(text.NO_DAY)
    jumps.table(workspace, came)
jumps.worth(workspace)
