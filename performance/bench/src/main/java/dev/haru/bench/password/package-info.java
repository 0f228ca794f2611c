/** Other password hashes for auth-service, including weak ones. */
@NullMarked
package dev.haru.bench.password;

import org.jspecify.annotations.NullMarked;
