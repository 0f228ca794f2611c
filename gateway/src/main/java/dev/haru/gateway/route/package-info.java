/** The routes from paths to services, and the calls to the services. */
@NullMarked
package dev.haru.gateway.route;

import org.jspecify.annotations.NullMarked;
