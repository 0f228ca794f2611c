/**
 * The erasure of an account. Its sessions end at once, the other services erase the member's data, and then this
 * service deletes the account's rows.
 */
@NullMarked
package dev.haru.auth.erasure;

import org.jspecify.annotations.NullMarked;
