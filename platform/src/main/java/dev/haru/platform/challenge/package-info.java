/**
 * Verification of proof-of-work solutions. auth-service issues the challenges; auth-service and the gateway verify the
 * solutions.
 */
@NullMarked
package dev.haru.platform.challenge;

import org.jspecify.annotations.NullMarked;
