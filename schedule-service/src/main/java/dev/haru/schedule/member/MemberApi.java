package dev.haru.schedule.member;

import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;

@FeignClient("member-service")
interface MemberApi {

    @GetMapping("/internal/members/by-access-token")
    Member byAccessToken(@RequestHeader(HttpHeaders.AUTHORIZATION) String authorization);
}
