package dev.haru.auth.account;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import org.springframework.http.HttpStatus;

/** The account holds the maximum of freed nicknames and cannot give up another one: 409. */
final class NicknameChangeLimit extends ProblemException {

    private NicknameChangeLimit(Message detail) {
        super(HttpStatus.CONFLICT, "nickname-change-limit", detail);
    }

    static NicknameChangeLimit reached(int limit, Duration hold) {
        return new NicknameChangeLimit(Message.of("detail.nickname-change-limit", limit, hold.toDays()));
    }
}
