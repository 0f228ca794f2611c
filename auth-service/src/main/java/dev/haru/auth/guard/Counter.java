package dev.haru.auth.guard;

/** By what the guard counts. */
enum Counter {
    /** Failures from an address prefix. */
    ADDRESS,
    /** Challenges given to an address prefix and not solved. */
    UNSOLVED,
    /** Failures to sign in to an account. */
    ACCOUNT,
    /** Failures from an address prefix at an account. */
    PAIR,
    /** Failures from a known device. */
    DEVICE,
    /** Failures to confirm the password of an account. */
    CONFIRMATION,
    /** Failures with the same password, at any account. */
    PASSWORD,
    /** All failures. */
    ALL,
    /** Registrations from an address prefix. */
    SIGN_UP
}
