package dev.haru.auth.guard;

/** By what failures are counted. */
enum Counter {
    ADDRESS,
    ACCOUNT,
    PAIR,
    DEVICE
}
