package dev.haru.member;

import dev.haru.platform.test.MessageFileRules;

class MessageFileTests extends MessageFileRules {

    MessageFileTests() {
        super("");
    }
}
