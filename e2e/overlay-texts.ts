/** Names and messages that tear cards apart which are made for 'Pia' and 'Good luck!'. */
export const hardTexts: Record<string, { donatorName: string; message: string }> = {
  long: {
    donatorName: 'Maximiliana-Theodora von Habenichts zu Nirgendwo III',
    message:
      'That was the best run I have ever seen on any stream, and I have watched a lot of them. '.repeat(6),
  },
  'one word': { donatorName: 'W'.repeat(50), message: 'w'.repeat(500) },
  arabic: {
    donatorName: 'محمد عبد الرحمن العتيبي من مدينة الرياض العامرة',
    message: 'بث رائع الليلة! كل الفريق هنا يشجعك من الرياض 🔥 '.repeat(10).slice(0, 500),
  },
  'hebrew with latin': { donatorName: 'שלום SolFan99', message: 'GG! שלום, איזה משחק 3:2 — unbelievable ✌️' },
  emoji: { donatorName: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(4), message: '🔥😂🎉👩🏽‍🚀🇧🇷'.repeat(40) },
  zalgo: {
    donatorName: Array.from('Zalgo he comes', (letter) => `${letter}\u0351\u0336\u032A\u0316`).join(''),
    message: Array.from(
      'he waits behind the wall. '.repeat(4),
      (letter) => `${letter}\u0343\u0347\u0310\u0327`,
    ).join(''),
  },
  'lines and spaces': { donatorName: 'a\n\n\n\nb', message: 'line\n'.repeat(90) },
  'wide letters': { donatorName: '﷽﷽﷽﷽', message: '﷽'.repeat(60) },
  thai: { donatorName: 'ที่นี่มีผู้ยิ่งใหญ่อยู่', message: 'ผู้เล่นที่ดีที่สุดในวันนี้ '.repeat(15) },
  markup: { donatorName: '<img src=x onerror=alert(1)>', message: '</p></article><script>alert(1)</script>' },
};
