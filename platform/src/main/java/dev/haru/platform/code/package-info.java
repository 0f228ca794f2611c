/** Codes: the texts by which the API and the databases name the constants of an enum. */
@NullMarked
package dev.haru.platform.code;

import org.jspecify.annotations.NullMarked;
