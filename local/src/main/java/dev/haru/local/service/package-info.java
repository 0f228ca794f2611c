/** The four processes of Haru: unpacks them, records their class caches, starts them and waits for readiness. */
@NullMarked
package dev.haru.local.service;

import org.jspecify.annotations.NullMarked;
