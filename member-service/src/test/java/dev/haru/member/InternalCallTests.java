package dev.haru.member;

import dev.haru.platform.test.InternalCalls;

@MemberServiceTest
class InternalCallTests extends InternalCalls {

    InternalCallTests() {
        super("member-service");
    }
}
