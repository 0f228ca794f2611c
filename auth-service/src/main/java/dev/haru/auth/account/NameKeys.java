package dev.haru.auth.account;

/**
 * The keys of an entered name, by which its account is found. No account need have the name.
 *
 * @param key the key under which the login guard counts
 * @param previous the key of the version before, which finds an account without a folded nickname
 */
public record NameKeys(String key, String previous) {

    static NameKeys of(Nickname nickname) {
        return new NameKeys(nickname.key(), nickname.previousKey());
    }

    /** Returns the keys of an e-mail address that no account has verified, so that no account is found. */
    public static NameKeys ofUnknown(String address) {
        String key = Accounts.unknownKeyOf(address);
        return new NameKeys(key, key);
    }

    /** Without the keys, so that no log line contains a name. */
    @Override
    public String toString() {
        return "NameKeys[…]";
    }
}
