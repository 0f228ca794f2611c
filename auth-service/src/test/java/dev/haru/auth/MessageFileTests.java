package dev.haru.auth;

import dev.haru.platform.test.MessageFileRules;

class MessageFileTests extends MessageFileRules {

    MessageFileTests() {
        super("");
    }
}
