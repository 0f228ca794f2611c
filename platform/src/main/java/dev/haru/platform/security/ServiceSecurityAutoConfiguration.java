package dev.haru.platform.security;

import dev.haru.platform.warmup.UserWarmUpScenario;
import feign.RequestInterceptor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Requires authentication by default: on {@code /internal/**} the credential of the {@link InternalCall}'s client,
 * elsewhere an access token. The service's {@link PublicEndpoints} are the exception.
 *
 * <p>Longer than 120 lines because it configures all security of a service in one place.
 */
@AutoConfiguration(before = {SecurityAutoConfiguration.class, WebMvcAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(ServiceCredentialProperties.class)
public class ServiceSecurityAutoConfiguration {

    /** The actuator endpoints for Kubernetes and Prometheus, without a credential. */
    private static final String[] OPEN_TO_THE_CLUSTER = {"health", "info", "prometheus"};

    @Bean
    ServiceCredentials serviceCredentials(ServiceCredentialProperties properties) {
        return new ServiceCredentials(properties);
    }

    /**
     * Accepts all values of headers. Spring Security's default judges each header that code reads, also those that the
     * call does not need, and refuses UTF-8 and unassigned characters. Tomcat has refused control characters before.
     */
    @Bean
    HttpFirewall anyHeaderValue() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setAllowedHeaderValues(_ -> true);
        return firewall;
    }

    /**
     * Disables the observation of each security filter. Nothing uses those metrics, and they cost a tenth of the
     * processor time of a small request.
     */
    @Bean
    @ConditionalOnMissingBean
    SecurityObservationSettings securityObservationSettings() {
        return SecurityObservationSettings.noObservations();
    }

    /**
     * Checks the caller against the annotation of the endpoint. A problem of the container goes to {@code /error},
     * which states no scope.
     */
    @Bean
    WebMvcConfigurer annotatedEndpoints() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new InternalCallInterceptor()).addPathPatterns("/internal/**");
                registry.addInterceptor(new ScopeInterceptor()).excludePathPatterns("/internal/**", "/error");
            }
        };
    }

    /**
     * Disables the filter: Spring's dispatcher sets the request context itself, and no filter before it needs the
     * context.
     */
    @Bean
    FilterRegistrationBean<RequestContextFilter> noRequestContextFilter() {
        FilterRegistrationBean<RequestContextFilter> none = new FilterRegistrationBean<>(new RequestContextFilter());
        none.setEnabled(false);
        return none;
    }

    /**
     * The actuator has its own port, which no gateway route reaches. Kubernetes and Prometheus use the open endpoints;
     * operators use the rest. The path is compared first, because Spring Boot's matcher looks up a class by name in
     * each request.
     */
    @Bean
    @Order(1)
    SecurityFilterChain actuatorChain(
            HttpSecurity http,
            ServiceCredentials credentials,
            @Value("${management.endpoints.web.base-path:/actuator}") String basePath,
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        RequestMatcher below = PathPatternRequestMatcher.withDefaults()
                .matcher(StringUtils.trimTrailingCharacter(basePath, '/') + "/**");
        return stateless(http.securityMatcher(new AndRequestMatcher(below, EndpointRequest.toAnyEndpoint())))
                .addFilterBefore(new ServiceCredentialFilter(credentials), AuthorizationFilter.class)
                .authorizeHttpRequests(calls -> calls.requestMatchers(EndpointRequest.to(OPEN_TO_THE_CLUSTER))
                        .permitAll()
                        .anyRequest()
                        .access((caller, _) -> new AuthorizationDecision(isOperator(caller.get()))))
                .exceptionHandling(failures -> failures.authenticationEntryPoint(
                                (request, response, failure) -> problems.resolveException(
                                        request, response, null, new AccessDeniedException("no operator", failure)))
                        .accessDeniedHandler((request, response, failure) ->
                                problems.resolveException(request, response, null, failure)))
                .build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain internalChain(
            HttpSecurity http,
            ServiceCredentials credentials,
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        return stateless(http.securityMatcher("/internal/**"))
                .addFilterBefore(new ServiceCredentialFilter(credentials), AuthorizationFilter.class)
                .authorizeHttpRequests(calls -> calls.anyRequest().authenticated())
                // 403, so that an invalid service credential is not mistaken for a member's invalid token.
                .exceptionHandling(failures ->
                        failures.authenticationEntryPoint((request, response, failure) -> problems.resolveException(
                                request, response, null, new AccessDeniedException("no client service", failure))))
                .build();
    }

    @Bean
    @Order(3)
    SecurityFilterChain publicChain(
            HttpSecurity http,
            OpaqueTokenIntrospector introspector,
            ObjectProvider<PublicEndpoints> open,
            ObjectProvider<UserWarmUpScenario> scenario,
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> mappings,
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        RequestMatcher anonymous = new OrRequestMatcher(Stream.concat(
                        open.orderedStream()
                                .filter(some -> !some.arePersonal())
                                .map(PublicEndpoints::matchers)
                                .flatMap(Stream::of),
                        Stream.of("/v3/api-docs", "/error").map(PathPatternRequestMatcher.withDefaults()::matcher))
                .toList());
        return stateless(http)
                .authorizeHttpRequests(calls -> {
                    calls.requestMatchers(anonymous).permitAll();
                    open.orderedStream()
                            .filter(PublicEndpoints::arePersonal)
                            .forEach(some ->
                                    calls.requestMatchers(some.matchers()).permitAll());
                    calls.requestMatchers(new UnmappedMethods(
                                    open.orderedStream(), SingletonSupplier.of(mappings::getObject)))
                            .permitAll();
                    calls.anyRequest().authenticated();
                })
                .oauth2ResourceServer(bearer -> bearer.bearerTokenResolver(new BearerHeader(anonymous))
                        .opaqueToken(token -> token.introspector(new TokenCheck(introspector, scenario)))
                        .authenticationEntryPoint((request, response, failure) ->
                                problems.resolveException(request, response, null, failure))
                        .addObjectPostProcessor(new ObjectPostProcessor<BearerTokenAuthenticationFilter>() {
                            @Override
                            public <T extends BearerTokenAuthenticationFilter> T postProcess(T filter) {
                                // Spring's own handler rethrows failures that are not the client's fault, and no
                                // controller advice handles them.
                                filter.setAuthenticationFailureHandler((request, response, failure) ->
                                        problems.resolveException(request, response, null, reasonOf(failure)));
                                return filter;
                            }
                        }))
                .exceptionHandling(failures -> failures.accessDeniedHandler(
                        (request, response, failure) -> problems.resolveException(request, response, null, failure)))
                .build();
    }

    private static boolean isOperator(@Nullable Authentication caller) {
        return caller != null && ServiceCredentials.OPERATOR.equals(caller.getName());
    }

    private static Exception reasonOf(AuthenticationException failure) {
        return failure instanceof AuthenticationServiceException && failure.getCause() instanceof Exception reason
                ? reason
                : failure;
    }

    private static HttpSecurity stateless(HttpSecurity http) {
        // The gateway sets security headers. Sessions, CSRF tokens, form and basic login have no use with bearer
        // tokens. No code reads the principal from the servlet request.
        return http.securityContext(
                        context -> context.securityContextRepository(new RequestAttributeSecurityContextRepository()))
                .sessionManagement(AbstractHttpConfigurer::disable)
                .servletApi(AbstractHttpConfigurer::disable)
                .csrf(AbstractHttpConfigurer::disable)
                .headers(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .anonymous(AbstractHttpConfigurer::disable);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RequestInterceptor.class)
    static class Outgoing {

        @Bean
        RequestInterceptor serviceCredentialInterceptor(ServiceCredentials credentials) {
            return call -> call.header(ServiceCredentials.HEADER, credentials.own());
        }
    }
}
