/** Who somebody is: profiles, and whose token this is. */
@NullMarked
package dev.haru.member;

import org.jspecify.annotations.NullMarked;
