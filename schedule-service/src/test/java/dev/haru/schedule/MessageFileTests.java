package dev.haru.schedule;

import dev.haru.platform.test.MessageFileRules;

class MessageFileTests extends MessageFileRules {

    MessageFileTests() {
        super("");
    }
}
