package dev.haru.gateway.account;

import dev.haru.gateway.page.StaticRoutes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/**
 * The pages below {@code /account}, to which links in mails lead. Each is the same file, whose script calls
 * auth-service after a click. A request for a page changes nothing, because mail scanners open links.
 */
@Configuration(proxyBeanMethods = false)
class AccountPages {

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String PAGE = "account/page.html";

    @Bean
    RouterFunction<ServerResponse> account() {
        return new StaticRoutes()
                .page("/account/verify-email", PAGE, POLICY)
                .page("/account/restore-email", PAGE, POLICY)
                .page("/account/reset-password", PAGE, POLICY)
                .page("/account/secure-account", PAGE, POLICY)
                .asset("/account/assets/account.css", "account/assets/account.css")
                .asset("/account/assets/account.js", "account/assets/account.js")
                .asset("/account/assets/haru.svg", "docs/assets/haru.svg")
                .build();
    }
}
