/** The language of a response: the choice by {@code Accept-Language}, and the texts of the message files. */
@NullMarked
package dev.haru.platform.language;

import org.jspecify.annotations.NullMarked;
