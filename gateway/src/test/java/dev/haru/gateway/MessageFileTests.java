package dev.haru.gateway;

import dev.haru.platform.test.MessageFileRules;

class MessageFileTests extends MessageFileRules {

    MessageFileTests() {
        super("");
    }
}
