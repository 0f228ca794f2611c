/**
 * Recovery of accounts by mail: a forgotten password, and a change of the e-mail address that its owner did not make.
 */
@NullMarked
package dev.haru.auth.recovery;

import org.jspecify.annotations.NullMarked;
