// The pages of the links in mails. The token is in the fragment of the URL. Nothing happens before a click, because mail
// scanners open links.
'use strict';

const TEXTS = {
  en: {
    'verify-email': {
      title: 'Confirm your e-mail address',
      text: 'Afterwards you can sign in with this address.',
      act: 'Confirm the address',
      done: 'The address is confirmed. You can close this page.',
    },
    'restore-email': {
      title: 'Restore your e-mail address',
      text: 'Your account gets this address back. All its sessions and the address of its calendar end, and you sign in again.',
      act: 'Restore the address',
      done: 'The address is restored, and all sessions have ended. If you did not change the address yourself, set a new password with the link of the mail that is on its way to you.',
    },
    'reset-password': {
      title: 'Set a new password',
      text: 'The password has 8 to 128 characters. All sessions of the account and the address of its calendar end.',
      act: 'Set the password',
      done: 'The password is set. Sign in with it.',
    },
    'secure-account': {
      title: 'Secure your account',
      text: 'All sessions and known devices of your account and the address of its calendar end, and a second factor that the mail announces as new is removed, with all that were added later. You then get a mail with a link for a new password.',
      act: 'End all sessions',
      done: 'All sessions have ended. Set a new password with the link of the mail that is on its way to you: until then, a person who knows the password can sign in again.',
    },
    label: 'New password',
    missing: 'This link is not complete. Open it again from the mail.',
    failed: 'Haru is not reachable at the moment. Try again later.',
  },
  ko: {
    'verify-email': {
      title: '이메일 주소 확인',
      text: '확인하면 이 주소로 로그인할 수 있습니다.',
      act: '주소 확인하기',
      done: '주소를 확인했습니다. 이 페이지를 닫아도 됩니다.',
    },
    'restore-email': {
      title: '이메일 주소 되돌리기',
      text: '계정의 주소가 이 주소로 돌아갑니다. 모든 세션과 캘린더 주소가 종료되므로 다시 로그인해야 합니다.',
      act: '주소 되돌리기',
      done: '주소를 되돌리고 모든 세션을 종료했습니다. 직접 주소를 바꾸지 않았다면 곧 도착하는 메일의 링크로 새 비밀번호를 설정하십시오.',
    },
    'reset-password': {
      title: '새 비밀번호 설정',
      text: '비밀번호는 8자 이상 128자 이하입니다. 계정의 모든 세션과 캘린더 주소가 종료됩니다.',
      act: '비밀번호 설정하기',
      done: '비밀번호를 설정했습니다. 새 비밀번호로 로그인하십시오.',
    },
    'secure-account': {
      title: '계정 보호',
      text: '계정의 모든 세션과 등록된 기기, 캘린더 주소가 종료되고, 메일이 새로 추가되었다고 알린 2단계 인증 수단과 그 뒤에 추가된 수단은 삭제됩니다. 그런 다음 새 비밀번호 링크를 메일로 보내 드립니다.',
      act: '모든 세션 종료하기',
      done: '모든 세션을 종료했습니다. 곧 도착하는 메일의 링크로 새 비밀번호를 설정하십시오. 그때까지는 비밀번호를 아는 사람이 다시 로그인할 수 있습니다.',
    },
    label: '새 비밀번호',
    missing: '링크가 완전하지 않습니다. 메일에서 다시 열어 주십시오.',
    failed: '지금은 Haru에 연결할 수 없습니다. 나중에 다시 시도하십시오.',
  },
};

const CALLS = {
  'verify-email': { path: '/v1/auth/email/verification/link' },
  'restore-email': { path: '/v1/auth/email/restoration' },
  'reset-password': { path: '/v1/auth/recovery/password', password: true },
  'secure-account': { path: '/v1/auth/recovery/sign-out' },
};

const wanted = new URLSearchParams(location.search).get('lang') ?? navigator.language ?? '';
const language = wanted.startsWith('ko') ? 'ko' : 'en';
const page = location.pathname.split('/').pop();
const texts = TEXTS[language];
const own = texts[page];
const call = CALLS[page];
const token = location.hash.slice(1);
const element = (id) => document.getElementById(id);

document.documentElement.lang = language;
document.title = `${own.title} – Haru`;
element('title').textContent = own.title;
element('text').textContent = own.text;
element('act').textContent = own.act;
element('label').textContent = texts.label;
// The history of the browser keeps no token.
history.replaceState(null, '', location.pathname + location.search);

if (token === '') {
  show(texts.missing, false);
} else {
  element('form').hidden = false;
  element('passwords').hidden = !call.password;
  element('password').required = Boolean(call.password);
  element('form').addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
}

async function act() {
  element('act').disabled = true;
  show('', true);
  const body = call.password ? { token, new: element('password').value } : { token };
  try {
    const response = await fetch(call.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
      body: JSON.stringify(body),
    });
    if (response.ok) {
      element('form').hidden = true;
      element('text').hidden = true;
      show(own.done, true);
      return;
    }
    const problem = await response.json();
    const field = (problem.errors ?? [])[0];
    show(field ? `${texts.label}: ${field.message}` : problem.detail, false);
  } catch {
    show(texts.failed, false);
  }
  element('act').disabled = false;
}

function show(text, good) {
  element('result').textContent = text;
  element('result').className = good ? '' : 'failed';
}
