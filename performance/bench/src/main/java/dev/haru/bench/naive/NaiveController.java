package dev.haru.bench.naive;

import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class NaiveController {

    private final NaiveMembers members;

    NaiveController(NaiveMembers members) {
        this.members = members;
    }

    @GetMapping("/bench/naive/members/me")
    Map<String, Object> me(@RequestHeader(HttpHeaders.AUTHORIZATION) String authorization) {
        return members.me(authorization.substring("Bearer ".length()));
    }
}
