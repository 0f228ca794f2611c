package dev.haru.gateway.route;

import dev.haru.gateway.deadline.RequestDeadline;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Creates the connection pools and HTTP clients of the routes. */
@Configuration(proxyBeanMethods = false)
class ConnectionConfig {

    @Bean(destroyMethod = "dispose")
    ConnectionProvider serviceConnections(ConnectionProperties properties, RequestDeadline deadline) {
        return connections("services", properties.max(), properties, deadline.total());
    }

    @Bean
    HttpClient serviceClient(ConnectionProvider serviceConnections, ConnectionProperties properties) {
        return client(serviceConnections, properties);
    }

    /**
     * A pool of connections. {@link WaitingRequests} admits as many requests as the pool has connections. A request
     * waits here only until the pool has a connection again, or has opened one.
     */
    static ConnectionProvider connections(String name, int max, ConnectionProperties properties, Duration deadline) {
        return ConnectionProvider.builder(name)
                .maxConnections(max)
                .pendingAcquireMaxCount(-1)
                .pendingAcquireTimeout(deadline)
                .maxIdleTime(properties.maxIdle())
                .maxLifeTime(properties.maxLife())
                .evictInBackground(Duration.ofSeconds(10))
                .lifo()
                .metrics(true)
                .build();
    }

    static HttpClient client(ConnectionProvider connections, ConnectionProperties properties) {
        return HttpClient.create(connections).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                properties.connectTimeout().toMillis());
    }
}
