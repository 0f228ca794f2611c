package dev.haru.local.service;

import java.nio.file.Path;

/** The agent of the build, which Maven copies before the tests. */
public final class AgentFixture {

    private AgentFixture() {}

    public static TracingAgent agent() {
        return TracingAgent.ofImages(Path.of("target").toAbsolutePath());
    }
}
