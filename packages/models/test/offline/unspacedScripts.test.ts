import { describe, expect, it } from '@jest/globals';
import { defineTool } from '../catalogue/defineTool.js';
import { leisureTools } from '../catalogue/leisure.js';
import { runTurn } from './runTurn.js';

const city = (description: string) => ({ city: { type: 'string', description } });

const koreanTools = [
  ['날짜 차이 계산', '두 날짜 사이의 일수를 계산'],
  ['환율', '통화 환율을 조회'],
  ['주식', '주식 시세를 조회'],
  ['지하철', '지하철 노선도를 조회'],
  ['메일', '전자 메일을 보내기'],
  ['일정', '회의 일정을 추가'],
  ['번역', '문장을 다른 언어로 번역'],
  ['음악', '음악을 재생'],
  ['영화', '상영 중인 영화를 검색'],
  ['식당', '근처 식당을 추천'],
  ['택시', '택시를 호출'],
  ['뉴스', '오늘의 뉴스를 요약'],
  ['단위', '길이 단위를 변환'],
  ['메모', '메모를 저장'],
  ['알람', '알람을 설정'],
  ['재고', '상품 재고를 조회'],
  ['배송', '배송 상태를 조회'],
  ['도서', '도서관의 도서를 검색'],
  ['사진', '사진을 편집'],
  ['운세', '오늘의 운세를 조회'],
].map(([name, description], index) => defineTool(`tool${index}`, `${name}: ${description}`));

const japaneseTools = [
  '為替レートを照会する',
  '株価を表示する',
  '路線図を検索する',
  '電子メールを送信する',
  '会議の予定を追加する',
  '文章を翻訳する',
  '音楽を再生する',
  '映画を検索する',
  '近くの飲食店を推薦する',
  'タクシーを呼ぶ',
  '今日のニュースを要約する',
  '長さの単位を変換する',
  'メモを保存する',
  '目覚ましを設定する',
  '商品の在庫を照会する',
  '配送状況を照会する',
  '図書館の本を検索する',
  '写真を編集する',
  '今日の運勢を占う',
  '二つの日付の日数を計算する',
].map((description, index) => defineTool(`tool${index}`, description));

describe('requests in scripts without spaces between words', () => {
  it('[NT-08] finds a Korean description by a Korean query among 20 others', async () => {
    const tools = [...koreanTools, defineTool('forecast', '도시의 날씨 예보를 조회')];
    expect((await runTurn('날씨 예보', tools)).rounds).toEqual([['forecast {}']]);
  });

  it('[NT-08] finds a Japanese description by a query without spaces among 20 others', async () => {
    const tools = [...japaneseTools, defineTool('forecast', '都市の天気予報を照会する')];
    expect((await runTurn('天気予報を見たい', tools)).rounds).toEqual([['forecast {}']]);
  });

  it('cuts a Korean argument out, without its particle', async () => {
    const tools = [...koreanTools, defineTool('forecast', '도시의 날씨 예보를 조회', city('도시 이름'))];
    expect((await runTurn('서울의 날씨 예보를 알려줘', tools)).rounds).toEqual([['forecast {"city":"서울"}']]);
  });

  it('cuts a Japanese argument out', async () => {
    const tools = [...japaneseTools, defineTool('forecast', '都市の天気予報を照会する', city('都市の名前'))];
    expect((await runTurn('京都の天気予報を教えて', tools)).rounds).toEqual([['forecast {"city":"京都"}']]);
  });

  it('takes a Japanese argument in quotation marks', async () => {
    const tools = [...japaneseTools, defineTool('forecast', '都市の天気予報を照会する', city('都市の名前'))];
    expect((await runTurn('「大阪市」の天気予報', tools)).rounds).toEqual([['forecast {"city":"大阪市"}']]);
  });

  it('reads a date in Chinese characters', async () => {
    const tools = [
      ...leisureTools,
      defineTool('calendar', '显示某一天的日程', { day: { type: 'string', format: 'date' } }),
    ];
    expect((await runTurn('显示2026年3月14日的日程', tools)).rounds).toEqual([['calendar {"day":"2026-03-14"}']]);
  });

  it('searches for tools with the words of the request', async () => {
    const search = defineTool('toolSearchTool', 'Searches for tools.', { query: { type: 'string' } });
    const { rounds } = await runTurn('날씨 예보', [search], { toolSearchTool: () => [] });
    expect(rounds[0]).toEqual(['toolSearchTool {"query":"날씨 예보"}']);
  });
});
