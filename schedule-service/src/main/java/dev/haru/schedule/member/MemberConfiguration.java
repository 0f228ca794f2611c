package dev.haru.schedule.member;

import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableFeignClients(clients = MemberApi.class)
class MemberConfiguration {}
