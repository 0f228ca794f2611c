package dev.haru.platform.test;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.extension.Extension;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import java.util.function.Function;

/** Starts WireMock servers that take the place of upstream services. */
public final class UpstreamStub {

    private UpstreamStub() {}

    /** Starts a server on a free port of 127.0.0.1. */
    public static WireMockServer start(Extension... extensions) {
        WireMockServer server = new WireMockServer(WireMockConfiguration.options()
                .dynamicPort()
                .bindAddress("127.0.0.1")
                .containerThreads(40)
                .extensions(extensions));
        server.start();
        return server;
    }

    /** A response that depends on the request. {@code aResponse().withTransformers(name)} returns it. */
    public record ComputedResponse(String name, Function<ServeEvent, ResponseDefinition> response)
            implements ResponseDefinitionTransformerV2 {

        @Override
        public ResponseDefinition transform(ServeEvent event) {
            return response.apply(event);
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean applyGlobally() {
            return false;
        }
    }
}
