/** What every servlet service of Haru shares and that holds no word of any one domain. */
@NullMarked
package dev.haru.platform;

import org.jspecify.annotations.NullMarked;
