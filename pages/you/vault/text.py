"""The standing texts of the Vault page."""

QUESTION = "Where is what you entered, and who can read it?"

VAULT = (
    "A vault is one encrypted file on this machine. Every change is saved in it at once, so a refresh, a crash or a "
    "restart loses nothing, and without the passphrase nobody can read it. The last ten versions are kept."
)
