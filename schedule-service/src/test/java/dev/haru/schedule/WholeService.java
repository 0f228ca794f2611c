package dev.haru.schedule;

import dev.haru.platform.test.OnEmbeddedPostgres;
import dev.haru.platform.test.OnEmbeddedRedis;
import dev.haru.schedule.calendar.ErasureDriver;
import dev.haru.schedule.member.MemberServiceStub;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.http.server.LocalTestWebServer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Starts the whole service on a real port with PostgreSQL and a stub of member-service. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "haru.service.operator=" + WholeService.OPERATOR)
@OnEmbeddedPostgres
@OnEmbeddedRedis
@Import({MemberServiceStub.class, WholeService.Client.class, ErasureDriver.class})
public @interface WholeService {

    /** The credential of an operator. */
    String OPERATOR = "the secret of an operator";

    @TestConfiguration(proxyBeanMethods = false)
    class Client {

        /** Uses the JDK client. The Apache client, which is on the class path, repeats a request after a 503. */
        @Bean
        @Lazy
        RestTestClient http(ApplicationContext context) {
            return RestTestClient.bindToServer(new JdkClientHttpRequestFactory())
                    .baseUrl(LocalTestWebServer.obtain(context).uri())
                    .build();
        }
    }
}
