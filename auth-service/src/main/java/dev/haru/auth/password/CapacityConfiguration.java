package dev.haru.auth.password;

import dev.haru.auth.event.Origin;
import dev.haru.platform.capacity.CapacityReport;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Reports the client's free places in the hash queue, in a header of each response to a call that hashes. See decision
 * 040.
 */
@Configuration(proxyBeanMethods = false)
class CapacityConfiguration implements WebMvcConfigurer {

    private static final int REPLICA_BYTES = 4;

    private final Passwords passwords;
    private final String replica;

    CapacityConfiguration(Passwords passwords, SecureRandom random) {
        this.passwords = passwords;
        byte[] name = new byte[REPLICA_BYTES];
        random.nextBytes(name);
        this.replica = HexFormat.of().formatHex(name);
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new Reporter())
                .addPathPatterns(
                        "/v1/auth/user/login",
                        "/v1/auth/user/register",
                        "/v1/auth/user",
                        "/v1/auth/password",
                        "/v1/auth/confirmation");
    }

    /**
     * Spring calls this interceptor again when an asynchronous response is ready, so the report is as recent as the
     * response.
     */
    private final class Reporter implements HandlerInterceptor {

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            int free = passwords.freePlaces(Origin.of(request).client());
            response.setHeader(CapacityReport.HEADER, new CapacityReport(replica, free).header());
            return true;
        }
    }
}
