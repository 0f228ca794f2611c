package dev.haru.auth;

import dev.haru.platform.test.InternalCalls;

@AuthServiceTest
class InternalCallTests extends InternalCalls {

    InternalCallTests() {
        super("auth-service");
    }
}
