"""The vault: one person's work as one encrypted file, never lost, never overwritten, never read without a passphrase.

The file. A header of fixed length, the sealed content, and the SHA-256 of both. The header holds the format version,
the vault's random identity, the costs and the salt of Argon2id, a check value, the wrapped data key, the revision, the
time of saving, the vault's name, and the salt and the nonce of this save. The content is padded to a power of two and
sealed by AES-256-GCM with the whole header as associated data.

The keys. Every edit is saved at once, and Argon2id is meant to take a third of a second, so it cannot run at each
save. Nor may the passphrase be kept in memory for it to run in the background. Hence an envelope::

    passphrase --Argon2id(salt of the passphrase)--> wrapping key, check value
    wrapping key --AES-256-GCM--> data key (random, 32 bytes; only this is held while the vault is unlocked)
    data key --HKDF-SHA256(salt of the save)--> content key --AES-256-GCM(nonce of the save)--> content

At each save the salt and the nonce are fresh, and so is the content key: no key ever seals twice, and a content key
opens nothing but its own save. The salt of Argon2id is fresh when a vault is made and when its passphrase is changed.
To renew it at each save would gain nothing, since the earlier versions beside it open with the same passphrase.

What is told without the passphrase, and to whoever can read the folder: that there is a vault, its name, when it was
saved and how often, the order of magnitude of its length, and whether and when its owner last agreed to have a file
read that the work names.

What cannot be promised: that an old version of the whole file put back in its place is noticed, that memory is
wiped, that deleted versions vanish from the medium, or that copies elsewhere follow a change of passphrase.

Sources: RFC 9106 (Argon2id), RFC 5869 (HKDF), NIST SP 800-38D (GCM).
"""
