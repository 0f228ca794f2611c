package dev.haru.auth.guard;

/** The counters of the login guard. */
enum Counter {
    /** Failures from an address prefix. */
    ADDRESS,
    /** Unsolved challenges of an address prefix. */
    UNSOLVED,
    /** Failed sign-ins to an account. */
    ACCOUNT,
    /** Failures from an address prefix at one account. */
    PAIR,
    /** Failures from a known device. */
    DEVICE,
    /** Failed confirmations of an account's password. */
    CONFIRMATION,
    /** Failures with the same password, at any account. */
    PASSWORD,
    /** All failures. */
    ALL,
    /** Registrations from an address prefix. */
    SIGN_UP
}
