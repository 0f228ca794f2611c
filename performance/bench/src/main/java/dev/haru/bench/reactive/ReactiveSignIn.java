package dev.haru.bench.reactive;

import dev.haru.bench.password.Encoders;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.HttpResources;
import reactor.netty.http.server.HttpServer;

/**
 * A reactive sign-in. It reads the account on a separate thread. It checks the password on the event loop or on a
 * separate thread.
 */
public final class ReactiveSignIn {

    private static final String PASSWORD = "password12345678"; // the password of the seed members
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Accounts accounts;
    private final PasswordEncoder encoder;
    private final Scheduler hashing;
    private final String stored;

    private ReactiveSignIn(Accounts accounts, PasswordEncoder encoder, Scheduler hashing) {
        this.accounts = accounts;
        this.encoder = encoder;
        this.hashing = hashing;
        this.stored = encoder.encode(PASSWORD);
    }

    static void main(String[] arguments) {
        ReactiveSignInProperties properties = ReactiveSignInProperties.of(arguments);
        ReactiveSignIn signIn = new ReactiveSignIn(
                new Accounts(properties.pool()),
                Encoders.named(properties.encoder()),
                properties.hashOnEventLoop()
                        ? Schedulers.fromExecutorService(HttpResources.get().onServer(true))
                        : Schedulers.newParallel("hash"));
        HttpServer.create()
                .host("127.0.0.1")
                .port(Integer.parseInt(System.getenv("SERVER_PORT")))
                .handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(signIn.routes())))
                .bindNow()
                .onDispose()
                .block();
    }

    private RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route()
                .POST("/v1/auth/user/login", this::signIn)
                .GET("/actuator/health/readiness", _ -> ServerResponse.ok().build())
                .build();
    }

    private Mono<ServerResponse> signIn(ServerRequest request) {
        return request.bodyToMono(Form.class)
                .flatMap(form -> accounts.idOf(form.nickname())
                        .publishOn(hashing)
                        .flatMap(id -> {
                            // Every seed member has this password. The stored hash uses the measured algorithm.
                            if (!encoder.matches(form.password(), stored)) {
                                return ServerResponse.status(401).build();
                            }
                            return ServerResponse.ok()
                                    .contentType(MediaType.APPLICATION_JSON)
                                    .bodyValue(Map.of("memberId", id.toString()));
                        }))
                .timeout(TIMEOUT);
    }

    record Form(String nickname, String password) {}
}
