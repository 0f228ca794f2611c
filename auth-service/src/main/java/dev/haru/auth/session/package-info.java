/** Sessions and their tokens: signing in, staying in, signing out, and whose token this is. */
@NullMarked
package dev.haru.auth.session;

import org.jspecify.annotations.NullMarked;
