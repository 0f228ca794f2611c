/** The four processes of Haru: unpacked, given a class cache, started and awaited. */
@NullMarked
package dev.haru.local.service;

import org.jspecify.annotations.NullMarked;
