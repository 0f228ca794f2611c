/** The pages of the links in mails. */
@NullMarked
package dev.haru.gateway.account;

import org.jspecify.annotations.NullMarked;
