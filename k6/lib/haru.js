// Haru's calls as a client makes them.
import http from 'k6/http';

const JSON_BODY = { 'Content-Type': 'application/json' };

export const PASSWORD = 'password12345678';

export function required(name) {
  const value = __ENV[name];
  if (!value) {
    throw new Error(`${name} is required: k6 run -e ${name}=…`);
  }
  return value;
}

export function register(baseUrl, nickname) {
  const body = JSON.stringify({ nickname, password: PASSWORD, region_name: 'Seoul' });
  return http.post(`${baseUrl}/v1/auth/user/register`, body, { headers: JSON_BODY, tags: { name: 'register' } });
}

export function login(baseUrl, nickname) {
  const body = JSON.stringify({ nickname, password: PASSWORD });
  return http.post(`${baseUrl}/v1/auth/user/login`, body, { headers: JSON_BODY, tags: { name: 'login' } });
}

export function createSchedule(baseUrl, token, schedule, headers = {}) {
  return http.post(`${baseUrl}/v1/schedules`, JSON.stringify(schedule), {
    headers: { ...JSON_BODY, Authorization: `Bearer ${token}`, ...headers },
    tags: { name: 'create-schedule' },
  });
}
