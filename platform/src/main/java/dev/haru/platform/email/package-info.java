/** The key by which services compare e-mail addresses. Only for services with ICU4J. */
@NullMarked
package dev.haru.platform.email;

import org.jspecify.annotations.NullMarked;
