/** E-mail addresses of accounts: an address counts once its owner has confirmed it with a link or a code. */
@NullMarked
package dev.haru.auth.email;

import org.jspecify.annotations.NullMarked;
