"""Vault: where the work is kept."""

import streamlit as st

from pages.ui import frame, keeping, text, vaults

frame.open_page("Vault", text.VAULT_QUESTION)

found = keeping.kept()
if keeping.classroom():
    st.info("In a classroom nothing is kept: every visitor works in memory only.", icon=":material/school:")
elif found is None:
    st.subheader("Keep your work in a vault")
    st.markdown(text.VAULT)
    vaults.create()
    with st.expander("Another vault", icon=":material/inventory_2:"):
        vaults.others()
else:
    vaults.status(found)
    vaults.versions(found)
    with st.expander("Change the passphrase", icon=":material/password:"):
        vaults.passphrase()
    with st.expander("The file, its name, its end", icon=":material/inventory_2:"):
        vaults.file(found)
