/** Other password hashes in auth-service, weak ones among them. */
@NullMarked
package dev.haru.bench.password;

import org.jspecify.annotations.NullMarked;
